import { qrPath } from '#domain/qr-path.ts'

/** A drawn QR code: black squares as one path, in a field of `size` by `size`. */
export interface QrCode {
  size: number
  path: string
}

/** Draws a text as a QR code. */
export const drawQr = async (text: string): Promise<QrCode> => {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 2 })
  return { size, path: qrPath(data) }
}
