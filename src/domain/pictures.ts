/** The version of the emoji pictures' package stands in their address, so that they may be kept for ever. */
export const PICTURES_BASE = '/pictures/1.1.0'
/** Where pictures of suppliers' folders are served. */
export const STORED_BASE = '/pictures/market'
/** Shown in place of goods for adults. */
export const VEILED_PICTURE = '🔞'

const VARIATION_SELECTOR = 0xfe0f
const isSkinTone = (point: number): boolean => point >= 0x1f3fb && point <= 0x1f3ff

/** Address of a picture: an emoji becomes its file (names without variation selector and skin tone), an address stays. */
export const pictureUrl = (picture: string): string => {
  if (/^(https?:)?\//.test(picture)) return picture
  const points = Array.from(picture, (sign) => sign.codePointAt(0) ?? 0)
  const name = points
    .filter((point) => point !== VARIATION_SELECTOR && !isSkinTone(point))
    .map((point) => point.toString(16).padStart(4, '0'))
  return `${PICTURES_BASE}/${name.join('-')}.webp`
}

/** Address of the largest file of a picture: the import makes one of each stored picture; the others have one size. */
export const largePictureUrl = (picture: string): string => {
  const address = pictureUrl(picture)
  return address.startsWith(`${STORED_BASE}/`) ? address.replace(/\.webp$/, '-large.webp') : address
}

/** Departments of a supplier lie around its hue, so that a menu is one family of colours. */
export const tintOfDepartment = (hue: number, departmentId: number): number => tintOf(hue + ((departmentId % 5) - 2) * 30)

/** Number of the tint class of a hue in degrees: `tint-0` to `tint-11`. */
export const tintOf = (hue: number): number => Math.floor((((hue % 360) + 360) % 360) / 30)
