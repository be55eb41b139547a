import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env.RANDOM_SEED) })
