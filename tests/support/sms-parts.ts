/** The alphabet of GSM 03.38; characters of its extension count twice. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENSION = '^{}\\[~]|€'

/** How many parts an SMS takes: 160 characters of GSM-7 or 70 of UCS-2 in one, 153 or 67 in each of several. */
export const smsParts = (text: string): { alphabet: 'GSM-7' | 'UCS-2'; length: number; parts: number } => {
  const isPlain = [...text].every((letter) => BASIC.includes(letter) || EXTENSION.includes(letter))
  const length = isPlain ? [...text].reduce((sum, letter) => sum + (EXTENSION.includes(letter) ? 2 : 1), 0) : text.length
  const [one, several] = isPlain ? [160, 153] : [70, 67]
  return { alphabet: isPlain ? 'GSM-7' : 'UCS-2', length, parts: length <= one ? 1 : Math.ceil(length / several) }
}
