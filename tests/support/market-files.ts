import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files of a market by their path; changed by tests, written anew for each. */
export type MarketFiles = Record<string, string | Buffer>

const MARKET = `cities:
  - { key: yerevan, name: { hy: Երևան, en: Yerevan, ru: Ереван }, lat: 40.1777, lng: 44.5126 }
  - { key: gyumri, name: { hy: Գյումրի, en: Gyumri, ru: Гюмри }, lat: 40.7894, lng: 43.8475 }
categories:
  - { key: pizza, kind: restaurant, picture: 🍕, name: { hy: Պիցցա, en: Pizza, ru: Пицца } }
  - { key: groceries, kind: store, picture: 🛒, name: { hy: Մթերք, en: Groceries, ru: Продукты } }
brands:
  - { key: sevan, name: { hy: Sevan, en: Sevan, ru: Sevan } }
`

const supplier = (id: number, kind: string, category: string, name: string): string => `id: ${id}
kind: ${kind}
name: { hy: Խանութ ${name}, en: Shop ${name}, ru: Лавка ${name} }
description: { hy: Լավ խանութ։, en: A good shop., ru: Хорошая лавка. }
categories: [${category}]
pictures: [🍕, 🛒]
hue: 15
taxId: '01234567'
rating: { average: 4.7, count: 312 }
preparationMinutes: 25
minimum: 2000
packing: 100
refuses: []
branches:
  - id: ${id}1
    city: yerevan
    address: { hy: Աբովյան փողոց 12, en: 12 Abovyan Street, ru: улица Абовяна 12 }
    lat: 40.18234
    lng: 44.51672
    phone: '+37410123456'
    hours:
      mon: ['10:00-23:00']
      tue: ['10:00-15:00', '17:00-02:00']
      wed: ['03:00-24:00']
      thu: ['10:00-23:00']
      fri: ['10:00-02:00']
      sat: ['10:00-02:00']
      sun: []
    exceptions:
      - { from: 2026-12-31, to: 2027-01-02, reason: holiday, hours: [] }
    zones:
      - { upToKm: 2, price: 400, minutes: 15, freeFrom: 8000 }
      - { upToKm: 6, price: 700.5, minutes: 30 }
departments:
  - { key: main, name: { hy: Հիմնական, en: Main, ru: Основное } }
  - { key: drinks, name: { hy: Ըմպելիքներ, en: Drinks, ru: Напитки } }
options:
  - key: size
    name: { hy: Չափ, en: Size, ru: Размер }
    type: radio
    min: 1
    max: 1
    values:
      - { key: small, name: { hy: Փոքր, en: Small, ru: Маленькая }, price: 0 }
      - { key: large, name: { hy: Մեծ, en: Large, ru: Большая }, price: 900 }
commission: 12.5
`

export const HEADER =
  'code,department,name_hy,name_en,name_ru,description_hy,description_en,description_ru,price,discount,unit,minimum,stock,labels,brand,country,adult,picture,options'
const PRODUCTS = `${HEADER}
A-1,main,Պիցցա,Pizza,Пицца,"Պանիր, լոլիկ","Cheese, ""tomato""","Сыр, томат",2500,10,piece,,5,new|sale,sevan,AM,,🍕,size
A-2,main,Պանիր,Cheese,Сыр,,,,4200.5,,gram,0.3,25.5,,,IT,,🧀,
A-3,drinks,Գինի,Wine,Вино,,,,3900,0,piece,2,,,,AM,1,🍷,
`

/** A small market without fault: a restaurant and a supermarket with three products each. */
export const goodMarket = (): MarketFiles => ({
  'market.yaml': MARKET,
  'suppliers/first/supplier.yaml': supplier(101, 'restaurant', 'pizza', 'A'),
  'suppliers/first/products.csv': PRODUCTS,
  'suppliers/second/supplier.yaml': supplier(102, 'store', 'groceries', 'B'),
  'suppliers/second/products.csv': PRODUCTS
})

/** Replaces the one place where a text stands in a file; throws when it stands there not at all. */
export const edit = (files: MarketFiles, name: string, from: string, to: string): MarketFiles => {
  const text = String(files[name])
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  return { ...files, [name]: text.replace(from, () => to) }
}

const made: string[] = []
/** A new folder with these files. */
export const writeMarket = (files: MarketFiles): string => {
  const root = mkdtempSync(join(tmpdir(), 'shuka-market-'))
  made.push(root)
  mkdirSync(join(root, 'suppliers'), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}
export const removeMarkets = (): void => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true })
}
