import { liftVeils } from './veil.ts'

/** A script of its own, bundled whole, for who is confirmed to be 18, where there are goods for adults. */
void liftVeils()
for (const name of ['age:change', 'session:change', 'cards:change']) document.addEventListener(name, () => void liftVeils())
