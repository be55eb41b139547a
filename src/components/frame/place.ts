/** The section of a path for navigation: `/shops` for the section itself, `/shops/` for pages below it. */
export const sectionOf = (path: string): string => {
  const end = path.indexOf('/', 1)
  return end < 0 ? path : path.slice(0, end + 1)
}
