export { setShortcutsOn, useShortcutsOn } from './shortcuts-setting.ts'
export { Shortcuts } from './shortcuts.tsx'
