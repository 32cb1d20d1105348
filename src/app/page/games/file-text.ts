/** The text of a file that somebody has chosen, whatever its encoding; gzipped files are decompressed. */

import { decodeText } from "../../../decode";

export async function readFileText(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b;
  const bytes = isGzip ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
  return decodeText(new Uint8Array(await bytes.arrayBuffer()));
}
