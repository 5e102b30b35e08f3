export { ExportSection } from './export-section.tsx'
export { DeleteAccountSection } from './delete-account-section.tsx'
export { CardState, Section } from './section.tsx'
export { SessionsSection } from './sessions-section.tsx'
export { SettingsScreen } from './settings-screen.tsx'
/** The styles of its cards, for screens that look the same. */
export { default as settingsLook } from './settings.module.css'
