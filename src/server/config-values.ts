import * as v from 'valibot'

/** 1 or 0. */
export const flag = (fallback: boolean) =>
  v.optional(
    v.pipe(
      v.picklist(['0', '1', 'true', 'false'], 'must be 1 or 0 (or true, false)'),
      v.transform((text) => text === '1' || text === 'true')
    ),
    fallback ? '1' : '0'
  )

/** A whole number from `min` to `max`, inclusive. */
export const whole = (fallback: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
        `must be a whole number from ${min} to ${max}, such as ${fallback}`
      ),
      v.transform(Number)
    ),
    String(fallback)
  )

/** Text that `isValid` accepts; `sentence` says what is expected. */
export const checked = (isValid: (text: string) => boolean, sentence: string) => v.optional(v.pipe(v.string(), v.check(isValid, sentence)))

/** A key, name or password from a vendor: one line without surrounding spaces. */
export const singleLine = (sentence: string, maxLength = 4_000) =>
  checked((text) => text.length <= maxLength && text.trim() === text && !/\p{Cc}/u.test(text), sentence)

/** Items separated by commas or spaces; the error names the wrong one. */
export const listOf = (isValid: (item: string) => boolean, sentence: string, fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
      v.array(v.pipe(v.string(), v.check(isValid, sentence)))
    ),
    fallback
  )

/** Scheme, host and optional port, no path. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.-]+(:\d+)?$|^https?:\/\/\[[\da-f:.]+\](:\d+)?$/i.test(text) && URL.canParse(text)

/** A base URL without query and trailing slash. */
export const isBase = (text: string): boolean => /^https?:\/\/[^\s?#]*[^/\s?#]$/.test(text) && URL.canParse(text)
