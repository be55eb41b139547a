import type { ViteUserConfig } from 'astro'

type PluginIn<Option> = Option extends { name: string } ? ('generateBundle' extends keyof Option ? Option : never) : never
/** Vite's plugin, by way of Astro, which chooses the version. */
export type VitePlugin = PluginIn<NonNullable<ViteUserConfig['plugins']>[number]>
type GenerateBundle = Extract<NonNullable<VitePlugin['generateBundle']>, (...given: never) => unknown>
/** What a build is about to write, by file name. */
export type Bundle = Parameters<GenerateBundle>[1]

/** The bundle of browsers; the server's is another environment of the same build. */
export const forBrowsers = ({ name }: { name: string }): boolean => name === 'client'
