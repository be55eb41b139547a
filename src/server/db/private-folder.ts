import { chmodSync, mkdirSync } from 'node:fs'

const ONLY_OWNER = 0o700

/**
 * Makes a folder that only the shop's own user can enter, also of one made earlier: the database in it writes its files readable by
 * everybody. Somebody else's folder, such as a mounted volume, keeps its mode.
 */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: ONLY_OWNER })
  try {
    chmodSync(folder, ONLY_OWNER)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause
  }
}
