export { Settings, SettingsParts } from './settings.tsx'
