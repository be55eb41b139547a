import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foreignPhone,
  formatPhone,
  isEmail,
  maskContact,
  normalizeEmail,
  normalizePhone,
  PHONE_START,
  typedContact
} from '#domain/phone.ts'

const national = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String)

describe('phone numbers', () => {
  it.each([
    '091 123 456',
    '091123456',
    '+37491123456',
    '37491123456',
    '0037491123456',
    '+374 (91) 12-34-56',
    '(091) 12.34.56',
    '+374 (0)91 123456',
    '+374\u00a091\u2013123\u2013456'
  ])('%s is +37491123456', (text) => {
    expect(normalizePhone(text)).toBe('+37491123456')
  })
  it.each([
    '',
    '0',
    '091 123 45',
    '091 123 4567',
    '91 123 456',
    '37412345',
    '+7 912 345 67 89',
    '+374 00 123 456',
    '00091123456',
    '091 123 45a',
    '+0 91 123 456',
    '091+123456',
    `091${' '.repeat(60)}123456`,
    '٠٩١١٢٣٤٥٦'
  ])('%j is none', (text) => {
    expect(normalizePhone(text)).toBeNull()
  })
  it.each([
    ['+7 (916) 123-45-67', '+79161234567'],
    ['00 44 20 7946 0018', '00442079460018'],
    ['8 916 123 45 67', '89161234567']
  ])('%s is of another country', (text, digits) => {
    expect(foreignPhone(text)).toBe(digits)
  })
  it.each(['', '+7 916', '91 123 456', '+374 91 123 45', '374 91 123 4567', '091 123 4567', 'ani@mail.am', `+7${'9'.repeat(30)}`])(
    '%j is of no other country',
    (text) => {
      expect(foreignPhone(text)).toBeNull()
    }
  )
  it('every way of writing meets in one, and normalising again changes nothing', () => {
    const prefix = fc.constantFrom('+374', '374', '00374', '0', '+374 (0)')
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00a0', ') ')
    fc.assert(
      fc.property(national, prefix, gap, gap, (digits, start, a, b) => {
        const phone = normalizePhone(`${start}${digits.slice(0, 2)}${a}${digits.slice(2, 5)}${b}${digits.slice(5)}`)
        expect(phone).toBe(`+374${digits}`)
        expect(normalizePhone(`+374${digits}`)).toBe(phone)
        expect(normalizePhone(formatPhone(`+374${digits}`))).toBe(phone)
      })
    )
  })
  it('whatever is typed, the answer is none or a whole number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'0374+ -()9') }), (a, b) => {
        for (const text of [a, b]) expect(normalizePhone(text) ?? '+37410000000').toMatch(/^\+374[1-9]\d{7}$/)
      })
    )
  })
  it('is shown in groups', () => {
    expect(formatPhone('+37491123456')).toBe('+374 91 123 456')
    expect(formatPhone('112')).toBe('112')
  })
})

describe('masking', () => {
  it('leaves enough for the owner only', () => {
    expect(maskContact('+37491123456')).toBe('+374 91 ••• •56')
    expect(maskContact('ani.petrosyan@mail.am')).toBe('a•••@mail.am')
    expect(maskContact('whatever')).toBe('•••')
    expect(maskContact('@mail.am')).toBe('•••')
  })
  it('never shows the middle of a number', () => {
    fc.assert(
      fc.property(national, (digits) => {
        expect(maskContact(`+374${digits}`)).not.toContain(digits.slice(2, 7))
      })
    )
  })
})

describe('e-mail addresses', () => {
  it.each([
    'ani@mail.am',
    'ani.petrosyan+shop@mail.co.uk',
    "o'neil@example.com",
    'a@b-c.am',
    'x@xn--y9a3aq.xn--y9a3aq',
    `${'a'.repeat(64)}@mail.am`
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })
  it.each([
    '',
    'ani',
    'ani@mail',
    '@mail.am',
    'ani@',
    'ani@@mail.am',
    'a ni@mail.am',
    'ani@mail..am',
    '.ani@mail.am',
    'ani.@mail.am',
    'a..b@mail.am',
    'ani@-mail.am',
    'ani@mail-.am',
    'ani@mail.a',
    'ani@mail.12',
    'ani@mail.am\n',
    'ani\u0000@mail.am',
    'ani@mail.am\r\nBcc: all@mail.am',
    '"a b"@mail.am',
    'անի@mail.am',
    `${'a'.repeat(65)}@mail.am`,
    `a@${'b.'.repeat(126)}am`
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
  it('agrees with generated real ones, and decides on long rubbish at once', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (email) => {
        expect(isEmail(email)).toBe(email.length <= 254 && email.indexOf('@') <= 64)
      })
    )
    expect(isEmail(`${'a.'.repeat(100_000)}@`)).toBe(false)
  })
  it('one form for one address', () => {
    expect(normalizeEmail('  Ani.Petrosyan@Mail.AM ')).toBe('ani.petrosyan@mail.am')
  })
})

describe('a field that begins with the code of the country', () => {
  it.each([
    ['+374 091', '+374 091'],
    ['+374 (0)91 12-34-56', '+374 (0)91 12-34-56'],
    ['+374 +37491123456', '+37491123456'],
    ['+374 0037491123456', '0037491123456'],
    ['+374 ani@mail.am', 'ani@mail.am'],
    ['+374a', 'a'],
    ['ani@mail.am', 'ani@mail.am'],
    ['091', '091']
  ])('reads %s as %s', (typed, read) => expect(typedContact(typed)).toBe(read))

  it('a number typed after it, with its zero or without, is whole', () => {
    for (const rest of ['91123456', '091 12 34 56']) expect(normalizePhone(typedContact(PHONE_START + rest))).toBe('+37491123456')
  })
})
