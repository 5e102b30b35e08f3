import { THEMES, type Theme } from '@nollie/contract/accounts/preference-values'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { chooseTheme, onTheme, themeChoice } from '../../../lib/theme.ts'
import { Chip } from '../../../ui/index.ts'
import { useSavePreferences } from '../use-save-preferences.ts'
import styles from '../settings.module.css'

const LABELS: Record<Theme, { label: () => string; Icon: typeof Sun }> = {
  system: { label: m.shell_theme_system, Icon: Monitor },
  light: { label: m.shell_theme_light, Icon: Sun },
  dark: { label: m.shell_theme_dark, Icon: Moon },
}

function useTheme(): Theme {
  const [theme, setTheme] = useState<Theme>(themeChoice)
  useEffect(() => onTheme(() => setTheme(themeChoice())), [])
  return theme
}

/** Lets the person choose light, dark, or the device's setting. Applies immediately. */
export function ThemeChoice() {
  const theme = useTheme()
  const save = useSavePreferences({ failed: m.settings_theme_failed })
  return (
    <fieldset className={styles.choice}>
      <legend>{m.shell_theme()}</legend>
      <div>
        {THEMES.map((choice) => {
          const { label, Icon } = LABELS[choice]
          return (
            <Chip
              key={choice}
              pressed={choice === theme}
              onClick={() => {
                chooseTheme(choice)
                save.mutate({ theme: choice })
              }}
            >
              <Icon size={18} aria-hidden="true" />
              {label()}
            </Chip>
          )
        })}
      </div>
    </fieldset>
  )
}
