/** Words that the server wrote for scripts. */
export const words = (): DOMStringMap => document.querySelector<HTMLElement>('[data-words]')?.dataset ?? {}

export const create = (tag: string, className: string, ...inside: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...inside)
  return element
}
