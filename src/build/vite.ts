import type { ViteUserConfig } from 'astro'

type PluginIn<Option> = Option extends { name: string } ? ('generateBundle' extends keyof Option ? Option : never) : never
/** Vite's plugin type in the version that Astro uses. */
export type VitePlugin = PluginIn<NonNullable<ViteUserConfig['plugins']>[number]>
type GenerateBundle = Extract<NonNullable<VitePlugin['generateBundle']>, (...given: never) => unknown>
/** Output of a build by file name. */
export type Bundle = Parameters<GenerateBundle>[1]

/** Whether an environment of the build is the browser's. */
export const forBrowsers = ({ name }: { name: string }): boolean => name === 'client'
