/** Pages have no folders. */
export const HAS_FOLDERS: boolean = false;
