/** The number is part of the address, so that browsers may cache pictures forever: raise it when a drawing or the emoji package changes. It stands three times for each picture of a page, so it is short. */
export const PICTURES_BASE = '/pictures/3'
/** A composed picture: its base, up to three parts after dots, and a brand after a tilde (product-pictures/). */
export const PICTURE_NAME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+){0,3}(?:~[a-z0-9-]+)?$/
/** Base path of the pictures from suppliers' folders. */
export const STORED_BASE = '/pictures/market'
/** Shown instead of products for adults. */
export const MASKED_PICTURE = '🔞'

const VARIATION_SELECTOR = 0xfe0f
const isSkinTone = (point: number): boolean => point >= 0x1f3fb && point <= 0x1f3ff

/** Address of a picture: an emoji becomes its file (name without variation selector and skin tone), a composed picture too, an address stays. */
export const pictureUrl = (picture: string): string => {
  if (/^(https?:)?\//.test(picture)) return picture
  if (PICTURE_NAME.test(picture)) return `${PICTURES_BASE}/${picture}.webp`
  const points = Array.from(picture, (sign) => sign.codePointAt(0) ?? 0)
  const name = points
    .filter((point) => point !== VARIATION_SELECTOR && !isSkinTone(point))
    .map((point) => point.toString(16).padStart(4, '0'))
  return `${PICTURES_BASE}/${name.join('-')}.webp`
}

/** Address of the largest file of a picture: the import makes one for each stored picture; others have one size. */
export const largePictureUrl = (picture: string): string => {
  const address = pictureUrl(picture)
  return address.startsWith(`${STORED_BASE}/`) ? address.replace(/\.webp$/, '-large.webp') : address
}

/** Hues of a supplier's departments are close to its own, so that a menu has one colour family. */
export const tintOfDepartment = (hue: number, departmentId: number): number => tintOf(hue + ((departmentId % 5) - 2) * 30)

/** Whom a drawn cover belongs to: a supplier as the files of the market have it, so that none shows the cover of another market's. */
export const coverOwner = ({ id, hue, pictures }: { id: number; hue: number; pictures: readonly string[] }): string =>
  `${id}/${hue}/${pictures.join('+')}`

/** Number of the tint class for a hue in degrees: `tint-0` to `tint-11`. */
export const tintOf = (hue: number): number => Math.floor((((hue % 360) + 360) % 360) / 30)
