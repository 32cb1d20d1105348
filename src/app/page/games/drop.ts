/** What is pasted or dropped anywhere on the page, except text for a field. */

/** @param open opens a text or a file */
export function setUpDrop(open: (content: string | Blob) => void): void {
  document.addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]") !== null) return;
    take(event, event.clipboardData, open);
  });
  // Files and text only: pieces are not dragged in this way.
  for (const name of ["dragenter", "dragover"] as const) {
    document.addEventListener(name, (event) => {
      if (!isContent(event.dataTransfer) || isField(event.target)) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (isContent(event.dataTransfer) && !isField(event.target)) take(event, event.dataTransfer, open);
  });
}

function take(event: Event, data: DataTransfer | null, open: (content: string | Blob) => void): void {
  const file = data?.files.item(0);
  const content = file ?? data?.getData("text/plain") ?? "";
  if (typeof content === "string" && content.trim() === "") return;
  event.preventDefault();
  open(content);
}

function isContent(data: DataTransfer | null): boolean {
  return data?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea");
}
