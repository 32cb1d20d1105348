/** Reads a file that somebody has chosen; what decodes it is loaded then. */
export async function readFile(file: Blob): Promise<string> {
  const { readFileText } = await import("./file-text");
  return readFileText(file);
}
