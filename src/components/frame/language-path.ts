/** The path of a page in another language; error pages, which have no URL of their own, lead home. */
export const languagePath = (path: string): string => (path === '/404' || path === '/500' ? '/' : path)
