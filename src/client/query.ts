/** Query parameters in nested-bracket style (spec section 7): `{ filters: { price: { min: 1 } } }` -> `filters[price][min]=1`. */
export const writeQuery = (query: object): string => {
  const pairs: string[] = []
  const write = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) value.forEach((entry, index) => write(`${name}[${index}]`, entry))
    else if (typeof value === 'object') for (const [key, entry] of Object.entries(value)) write(`${name}[${key}]`, entry)
    else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value === true ? '1' : value === false ? '0' : String(value))}`)
  }
  for (const [key, value] of Object.entries(query)) write(key, value)
  return pairs.join('&')
}
