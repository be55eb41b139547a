import { expect, test } from 'vitest'
import { passwordLacks } from '#domain/password.ts'
import { isCommonPassword } from '#server/services/auth/passwords/common-passwords.ts'

test.each([
  ...['Password1!', 'P@ssw0rd1', 'P@$$w0rd!', 'Passw0rd!!', 'Qwerty123!', 'Qwerty-12345', '!1Qwerty', 'Qwerty!23456', 'Admin@2026'],
  ...['Welcome1!', 'LetMeIn1!', 'Iloveyou2!', 'Abcd1234!', 'Test1234!', 'Summer2026!', '1qaz!QAZ', '1qaz@WSX', 'Aa1!Aa1!Aa1!'],
  ...['Yerevan-2026', 'Hayastan1!', 'Пароль123!', 'Երևան-2026', 'Ｐassword1!']
])('%s meets the rule and is common', (password) => {
  expect(passwordLacks(password)).toEqual([])
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  ...['Ararat-5165', 'Sevan-2026', 'Lavash+1998', 'aB3$xY9!k', 'Xk7-password-3Lm', 'Correct horse battery staple 7!'],
  ...[`${'x'.repeat(125)}A1!`, 'Արարատ լեռ 5165!']
])('%s is not', (password) => {
  expect(passwordLacks(password)).toEqual([])
  expect(isCommonPassword(password)).toBe(false)
})
