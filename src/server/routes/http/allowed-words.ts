import type { Translate } from '#i18n/keys.ts'
import type { Allowed } from '#server/services/core/allowed.ts'

/** Formats the allowed values as a sentence: "Allowed: whole numbers from 1 to 9999." */
export const allowedWords = (allowed: Allowed, t: Translate): string => {
  switch (allowed.kind) {
    case 'characters':
      return t('allowed:characters', { max: allowed.max })
    case 'values':
      return t('allowed:values', { values: allowed.values.join(', ') })
    case 'numbers': {
      const { min, max, whole } = allowed
      if (max === null) return t('allowed:from', { min: min ?? 0 })
      if (min === null) return t('allowed:upTo', { max })
      return t(whole ? 'allowed:whole' : 'allowed:between', { min, max })
    }
    case 'parts':
      return t('allowed:parts', { max: allowed.max })
    case 'tin':
      return t('allowed:tin', { max: allowed.max })
    case 'full':
      return t('allowed:full', { max: allowed.max })
    case 'pin':
      return t('allowed:pin')
    case 'password':
      return t('allowed:password')
    case 'email':
      return t('allowed:email')
    case 'phone':
      return t('allowed:phone')
    case 'filled':
      return t('allowed:filled')
    case 'line':
      return t('allowed:line')
    case 'name':
      return t('allowed:name')
    case 'offered':
      return t('allowed:offered')
    case 'date':
      return t('allowed:date')
    case 'time':
      return t('allowed:time')
  }
}
