/** Where, without the preposition: "Ереване", "Гюмри", "Москве". Names in и, о, у, е, э, ю and in other letters stay as they are. */
export const inPrepositional = (city: string): string => {
  const name = city.trim()
  if (/ия$/.test(name)) return `${name.slice(0, -1)}и`
  if (/ь$/.test(name)) return `${name.slice(0, -1)}и`
  if (/[ая]$/.test(name)) return `${name.slice(0, -1)}е`
  if (/й$/.test(name)) return `${name.slice(0, -1)}е`
  return /[бвгджзклмнпрстфхцчшщ]$/.test(name) ? `${name}е` : name
}
