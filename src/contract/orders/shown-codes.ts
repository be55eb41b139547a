/** A QR code: black squares as one path, in a field of `size` by `size`. */
export interface QrDrawing {
  size: number
  path: string
}

/** What is shown at the branch: four digits, and order and digits as a drawn QR code. */
export interface OrderPickup {
  code: string
  qr: QrDrawing
}
