// Loaded before a worker that opens PGlite. Each instance compiles small modules for its callbacks and loads plpgsql; freeing the code of
// such modules again and again is what V8 sometimes dies of. A module that stays alive shares its code with the next one of the same bytes.
// PGlite itself holds the compiled module of the database.
const held: WebAssembly.Module[] = []

// Modules that are not made here are instances of it all the same.
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct: (target, args: ConstructorParameters<typeof WebAssembly.Module>) => {
    const module = new target(...args)
    held.push(module)
    return module
  }
})
