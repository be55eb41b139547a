type Choice = HTMLInputElement | HTMLSelectElement

/** Option ids selected in the form of a product page. null: incomplete; the browser's message or the focus shows where. */
export const readOptions = (form: HTMLFormElement): number[] | null => {
  if (!form.reportValidity()) return null
  const chosen: number[] = []
  for (const group of form.querySelectorAll<HTMLElement>('[data-min]')) {
    const controls = [...group.querySelectorAll<Choice>('input, select')]
    const values = controls.flatMap((control) =>
      control instanceof HTMLSelectElement || control.checked ? Number(control.value) || [] : []
    )
    const max = Number(group.dataset['max']) || values.length
    if (values.length < Number(group.dataset['min']) || values.length > max) {
      controls[0]?.focus()
      return null
    }
    chosen.push(...values)
  }
  return chosen
}
