import { liftVeils } from './veil.ts'

/** Separately bundled script for confirmed adults, on pages with age-restricted products. */
void liftVeils()
for (const name of ['age:change', 'session:change', 'cards:change']) document.addEventListener(name, () => void liftVeils())
