import { createElement, lazy, Suspense, useId } from 'react'
import type { NamedSSRLoadedRendererValue } from 'astro'
import { expect, test, vi } from 'vitest'
import { cacheIslandMarkup } from '#server/front/island-markup.ts'

const renderer: NamedSSRLoadedRendererValue = {
  name: '@astrojs/react',
  check: () => Promise.reject(new Error('the renderer tries an island by rendering it')),
  renderToStaticMarkup: () => Promise.reject(new Error('the renderer renders it again')),
  supportsAstroStaticSlot: true
}
const ssr = cacheIslandMarkup(renderer)
const render = (page: object, Component: unknown, props: object, slots: Record<string, string> = {}) =>
  ssr.renderToStaticMarkup.call({ result: page } as never, Component, props, slots)

test('an island is written once for the same properties, and its ids are its own on a page', async () => {
  const drawn = vi.fn()
  const Island = ({ word }: { word: string }) => {
    drawn(word)
    return createElement('p', { id: useId() }, word)
  }
  const [one, other] = [{}, {}]
  const first = await render(one, Island, { word: 'hats' })
  const second = await render(one, Island, { word: 'hats' })
  expect(first.html).toContain('hats</p>')
  expect([first.attrs, second.attrs]).toEqual([{ prefix: 'r0' }, { prefix: 'r1' }])
  expect(second.html).not.toBe(first.html)

  expect(await render(other, Island, { word: 'hats' })).toEqual(first)
  expect(drawn).toHaveBeenCalledTimes(2)
  expect((await render({}, Island, { word: 'lavash' })).html).toContain('lavash')
  expect(drawn).toHaveBeenCalledTimes(3)
})

test('properties of one page alone are not kept, what cannot be told apart is refused', async () => {
  const drawn = vi.fn()
  const Island = ({ words }: { words: string }) => {
    drawn()
    return createElement('p', null, words.length)
  }
  const words = 'x'.repeat(600)
  await render({}, Island, { words })
  await render({}, Island, { words })
  expect(drawn).toHaveBeenCalledTimes(2)
  await expect(render({}, Island, { words: '' }, { default: '<b>inside</b>' })).rejects.toThrow('slots')
})

test('an island that waits for a part of itself is written whole', async () => {
  const Later = lazy(() => Promise.resolve({ default: () => createElement('b', null, 'later') }))
  const { html } = await render({}, () => createElement(Suspense, { fallback: 'waiting' }, createElement(Later)), {})
  expect(html).toContain('<b>later</b>')
  expect(html).not.toMatch(/waiting|<script|<template/)
})

test('only a component is an island, and nothing else of the renderer changes', async () => {
  expect(await ssr.check.call({} as never, () => null, {}, {})).toBe(true)
  expect(await ssr.check.call({} as never, 'text', {}, {})).toBe(false)
  expect(ssr.supportsAstroStaticSlot).toBe(true)
})
