/** Largest photo that people may send. */
export const MAX_PHOTO_BYTES = 5_000_000
