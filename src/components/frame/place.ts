/** What navigation marks of an address: its section, and whether it is that itself or something below. */
export const placeOf = (path: string): string => {
  const end = path.indexOf('/', 1)
  return end < 0 ? path : path.slice(0, end + 1)
}
