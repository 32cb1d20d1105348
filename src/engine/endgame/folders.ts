/** Whether there are folders for endgame tables (`table-folder.ts`): in Node. */
export const HAS_FOLDERS: boolean = true;
