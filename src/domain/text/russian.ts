/** Prepositional case without the preposition: "Ереване", "Гюмри", "Москве". Names in и, о, у, е, э, ю and in other letters are unchanged. */
export const inPrepositional = (city: string): string => {
  const name = city.trim()
  if (/(?:ия|ь)$/.test(name)) return `${name.slice(0, -1)}и`
  if (/[аяй]$/.test(name)) return `${name.slice(0, -1)}е`
  return /[бвгджзклмнпрстфхцчшщ]$/.test(name) ? `${name}е` : name
}
