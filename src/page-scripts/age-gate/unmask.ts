import { unmaskCards } from './masked-cards.ts'

/** Separately bundled script for confirmed adults, on pages with age-restricted products. */
void unmaskCards()
for (const name of ['age:change', 'session:change', 'cards:change']) document.addEventListener(name, () => void unmaskCards())
