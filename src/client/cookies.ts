/** Cookies that scripts may read. Values are URL-encoded. */
export interface CookieJar {
  read: (name: string) => string | null
  /** `seconds` to live; 0 removes it. */
  write: (name: string, value: string, seconds: number) => void
}

/** Cookies of the document: path /, SameSite=Lax, `Secure` only on https (http rejects it). */
export const documentCookies: CookieJar = {
  read: (name) => {
    const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
  },
  write: (name, value, seconds) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
    // Reading waits until it is stored: Chromium sends a navigation that follows at once without a cookie that is still being written.
    void document.cookie
  }
}

/** 32 random hexadecimal digits; `crypto.randomUUID` is missing on http other than loopback. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
