import { join } from 'node:path'
import { COLUMNS, MORE_COLUMNS, readProduct, type Menu, type MoreColumn } from './check-product.ts'
import { shown, type FaultList } from '#server/market-import/faults.ts'
import { isPictureFile, readPictures } from '#server/market-import/pictures.ts'
import { readLines, type Lines } from '#server/market-import/read-lines.ts'
import { productText, type ProductRow } from '#server/market-import/rows.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { picturesOf } from '#domain/product-pictures/shelves.ts'
import { splitCells } from '#server/market-import/split-cells.ts'

export interface ProductsCheck {
  path: string
  /** Name in faults. */
  file: string
  menu: Menu
  faults: FaultList
  /** Stores a picture file of the supplier's folder and returns its URL path; null when it reported a fault. */
  picture: (name: string, report: (problem: string) => void) => Promise<string | null>
  /** Receives valid rows as JSON text, in the order of the lines, with the number of lines and bytes read. */
  onRows: (rows: string[], lines: number, bytes: number) => Promise<void>
}

/** Returns the optional columns, or the problem with the first line. */
const readHeader = (line: string): { more: MoreColumn[] } | { field: string; problem: string } => {
  const split = splitCells(line)
  if ('problem' in split) return { field: COLUMNS[split.cell] ?? '', problem: split.problem }
  const { cells } = split
  const expected = `expected the first line ${COLUMNS.join(',')}`
  if (cells.length === 1 && line.includes(';')) return { field: '', problem: 'cells are separated with semicolons, expected commas' }
  const own = cells.slice(COLUMNS.length)
  const more = MORE_COLUMNS.filter((name) => own.includes(name))
  const unknown = cells.find((name) => ![...COLUMNS, ...MORE_COLUMNS].some((known) => known === name))
  if (unknown !== undefined) return { field: unknown, problem: `no such column, ${expected}` }
  const missing = COLUMNS.find((name) => !cells.includes(name))
  if (missing) return { field: missing, problem: `the column is missing, ${expected}` }
  const moved = COLUMNS.find((name, index) => cells[index] !== name)
  if (moved || own.some((name, index) => name !== more[index]))
    return { field: moved ?? '', problem: `columns stand in another order or twice, ${expected} and then ${MORE_COLUMNS.join(',')}` }
  return { more }
}

/** Returns the cells of a product, or null after reporting a fault. */
const cellsOf = (text: string, line: number, { file, faults, menu }: ProductsCheck): string[] | null => {
  if (text.trim() === '') {
    faults.add(file, line, '', 'the line is empty, expected a product or the end of the file')
    return null
  }
  const split = splitCells(text)
  if ('problem' in split) {
    faults.add(file, line, COLUMNS[split.cell] ?? '', split.problem)
    return null
  }
  const width = COLUMNS.length + menu.more.length
  if (split.cells.length === width) return split.cells
  const advice = split.cells.length > width ? ' (a cell with a comma stands in double quotes)' : ''
  faults.add(file, line, '', `has ${split.cells.length} cells, expected ${width}${advice}`)
  return null
}

/** The composed picture of a row, and those of its further emoji. */
const composed = (row: ProductRow, signs: readonly string[], { shelves, brands }: Menu): string[] => {
  const words = row.brand === null ? undefined : brands.get(row.brand)
  const brand = row.brand !== null && words ? { key: row.brand, name: words } : null
  const { department, name, description, unit_id } = row
  return picturesOf(shelves, { department, name, description, isWeighed: unit_id === WEIGHED_UNIT, brand, signs })
}

/** Replaces the picture names of a row by URL paths and composed pictures. */
const resolvePictures = async (row: ProductRow, check: ProductsCheck, report: (problem: string) => void): Promise<void> => {
  const names = readPictures(row.picture, report)
  const signs = names.filter((name) => !isPictureFile(name))
  const stored: string[] = []
  for (const name of names) if (isPictureFile(name)) stored.push((await check.picture(name, report)) ?? '')
  const isPhotoFirst = isPictureFile(names[0] ?? '')
  const drawn = signs.length > 0 && !isPhotoFirst ? composed(row, signs, check.menu) : signs
  const pictures = isPhotoFirst ? [...stored, ...drawn] : [...drawn, ...stored]
  row.picture = pictures[0] ?? ''
  if (pictures.length > 1) row.pictures = pictures
}

const readBlock = async ({ first, lines, bytes }: Lines, check: ProductsCheck): Promise<void> => {
  const rows: string[] = []
  const { file, faults, menu } = check
  for (let index = first === 1 ? 1 : 0; index < lines.length && !faults.full; index += 1) {
    const line = first + index
    const faultsBefore = faults.list.length
    const text = lines[index]
    const cells = typeof text === 'string' ? cellsOf(text, line, check) : null
    if (!cells) continue
    const row = readProduct(cells, line, menu, (column, problem) => faults.add(file, line, column, problem))
    await resolvePictures(row, check, (problem) => faults.add(file, line, 'picture', problem))
    if (faults.list.length === faultsBefore) rows.push(productText(row))
  }
  await check.onRows(rows, lines.length, bytes)
}

/** Reads products.csv in blocks and passes its rows on; faults go to the list. */
export const checkProducts = async (check: ProductsCheck): Promise<void> => {
  const { path, file, faults } = check
  const faultsBefore = faults.list.length
  let products = -1
  for await (const block of readLines(join(path, 'products.csv'), file, faults)) {
    if (block.first === 1) {
      const header = block.lines[0]
      if (typeof header !== 'string') return
      const read = readHeader(header)
      if ('problem' in read) return faults.add(file, 1, read.field, read.problem)
      check.menu.more = read.more
    }
    products += block.lines.length
    await readBlock(block, check)
    if (faults.full) return
  }
  for (const [code, line] of check.menu.gifts)
    if (!check.menu.lines.has(code)) faults.add(file, line, 'gifts', `names ${shown(code)}, expected the code of a product of this file`)
  if (products === -1 && faults.list.length === faultsBefore)
    faults.add(file, 1, '', `is empty, expected the first line ${COLUMNS.join(',')}`)
  if (products === 0) faults.add(file, 1, '', 'has no products, expected at least one line after the first')
}
