/** Pixels along the longer side of what is sent. */
const SENT = 1600

/**
 * Makes a photo small enough to send from a phone. One that the browser cannot draw is left as it is: the server says what is wrong with it.
 * `small`: a data URL of a picture for the page, with this many pixels along the longer side.
 */
export const shrink = async (file: File, smallSide: number): Promise<{ file: Blob; small: string }> => {
  try {
    const image = await createImageBitmap(file)
    const sent = await new Promise<Blob | null>((resolve) => draw(image, SENT).toBlob(resolve, 'image/jpeg', 0.85))
    const small = draw(image, smallSide).toDataURL('image/jpeg', 0.8)
    image.close()
    return { file: sent && sent.size < file.size ? sent : file, small }
  } catch {
    // No photo, or damaged.
    return { file, small: '' }
  }
}

const draw = (image: ImageBitmap, longest: number): HTMLCanvasElement => {
  const scale = Math.min(1, longest / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}
