import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const FILE = import.meta.filename
const ALL = {
  FISCAL_URL: 'https://ecrm.example/api/v1.0',
  FISCAL_CRN: '51234567',
  FISCAL_GOODS_CODE: '56.10',
  FISCAL_CERTIFICATE: FILE,
  FISCAL_KEY: FILE
}

test('the fiscal service is configured by all of its variables or none', () => {
  expect(readConfig(ALL).FISCAL_CRN).toBe('51234567')
  for (const name of Object.keys(ALL)) expect(() => readConfig({ ...ALL, [name]: '' }), name).toThrow(`${name} is missing`)
  expect(() => readConfig({ ...ALL, FISCAL_KEY: '/nowhere/key.pem' })).toThrow('FISCAL_KEY must name a PEM file')
  expect(() => readConfig({ FISCAL_DEPARTMENT: '0' })).toThrow('FISCAL_DEPARTMENT must be a whole number')
})
