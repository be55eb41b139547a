import type { PackArt } from './pack-art.ts'
import { across, down, shadesOf, STEEL, svg } from './shapes.ts'

/** Things without a pack that the emoji lack, in the same light. */
export const THING_ART: Record<string, string> = {
  saucepan: `<defs>${across('s', STEEL)}${down('l', STEEL)}</defs><path d="M6 120q0-14 14-14h24v24H28v20h16v22H20q-14 0-14-14zM250 120q0-14-14-14h-24v24h16v20h-16v22h24q14 0 14-14z" fill="#98a1b0"/><path d="M34 96h188v106q0 30-30 30H64q-30 0-30-30z" fill="url(#s)"/><path d="M30 96q8-46 98-46t98 46z" fill="url(#l)"/><rect x="24" y="88" width="208" height="18" rx="9" fill="#e6eaf0"/><rect x="108" y="28" width="40" height="26" rx="12" fill="#3a404b"/><path d="M58 122v76" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".7"/>`,
  towel: `<defs>${across('a', shadesOf(200, 52, 62))}${across('b', shadesOf(345, 52, 70))}${across('c', shadesOf(44, 60, 76))}</defs><rect x="20" y="166" width="216" height="62" rx="30" fill="url(#a)"/><rect x="26" y="104" width="204" height="62" rx="30" fill="url(#b)"/><rect x="32" y="42" width="192" height="62" rx="30" fill="url(#c)"/><path d="M52 197h158M58 135h146M64 73h134" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".65"/>`,
  kennel: `<defs>${across('w', shadesOf(30, 54, 58))}${down('r', shadesOf(8, 62, 50))}${down('d', shadesOf(24, 40, 20))}</defs><path d="M44 108L128 34l84 74v124H44z" fill="url(#w)"/><path d="M46 150h164M46 190h164" stroke="#8a5526" stroke-width="4" opacity=".5"/><path d="M84 232v-62q0-44 44-44t44 44v62z" fill="url(#d)"/><path d="M128 18L242 116q6 8-2 16-8 6-16 0L128 50 32 132q-8 6-16 0-8-8-2-16z" fill="url(#r)"/>`
}

export const thingArt = (base: string): PackArt | null => {
  const art = THING_ART[base]
  return art ? { back: svg(art), layout: 'front' } : null
}
