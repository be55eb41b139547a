/** Where a page is in another language; the fault pages, one for all addresses, lead home. */
export const languagePath = (path: string): string => (path === '/404' || path === '/500' ? '/' : path)
