const EN = {
  title: 'Choose your Nollie',
  intro: 'Nollie runs on many servers. Enter the address of yours.',
  label: 'Server address',
  go: 'Continue',
  checking: 'Checking…',
  wrong: 'That isn’t an address. It should look like nollie.example.',
  unreachable: 'Couldn’t reach a server there. Check the address and your connection.',
  other: 'That server isn’t running Nollie.',
  back: 'Keep the current server',
}

const TEXTS: Record<string, typeof EN> = {
  en: EN,
  es: {
    title: 'Elige tu Nollie',
    intro: 'Hay muchos servidores de Nollie. Escribe la dirección del tuyo.',
    label: 'Dirección del servidor',
    go: 'Continuar',
    checking: 'Comprobando...',
    wrong: 'Eso no es una dirección. Debería parecerse a nollie.example.',
    unreachable: 'Ahí no responde ningún servidor. Revisa la dirección y tu conexión.',
    other: 'Ese servidor no es de Nollie.',
    back: 'Seguir con el servidor actual',
  },
  pt: {
    title: 'Escolha o seu Nollie',
    intro: 'O Nollie funciona em muitos servidores. Digite o endereço do seu.',
    label: 'Endereço do servidor',
    go: 'Continuar',
    checking: 'Verificando …',
    wrong: 'Isso não é um endereço. Ele se parece com nollie.example.',
    unreachable: 'Ninguém responde nesse endereço. Confira o endereço e a sua conexão.',
    other: 'Algo responde aí, mas não é o Nollie.',
    back: 'Ficar com o servidor atual',
  },
  fr: {
    title: 'Choisis ton Nollie',
    intro: 'Nollie tourne sur plein de serveurs. Indique l’adresse du tien.',
    label: 'Adresse du serveur',
    go: 'Continuer',
    checking: 'Vérification...',
    wrong: 'Ce n’est pas une adresse. Elle devrait ressembler à nollie.example.',
    unreachable: 'Aucun serveur ne répond ici. Vérifie l’adresse et ta connexion.',
    other: 'Ce serveur n’utilise pas Nollie.',
    back: 'Garder le serveur actuel',
  },
  de: {
    title: 'Wähle dein Nollie',
    intro: 'Nollie läuft auf vielen Servern. Gib die Adresse von deinem ein.',
    label: 'Serveradresse',
    go: 'Weiter',
    checking: 'Wird geprüft …',
    wrong: 'Das ist keine Adresse. So sollte sie aussehen: nollie.example.',
    unreachable: 'Da ist kein Server erreichbar. Prüf die Adresse und deine Verbindung.',
    other: 'Auf diesem Server läuft kein Nollie.',
    back: 'Beim jetzigen Server bleiben',
  },
  ja: {
    title: 'Nollieのサーバーを選ぶ',
    intro: 'Nollieは多くのサーバーで動いています。使うサーバーのアドレスを入力してください。',
    label: 'サーバーのアドレス',
    go: '続ける',
    checking: '確認中…',
    wrong: 'アドレスの形が正しくありません。例: nollie.example',
    unreachable: 'そのアドレスからは応答がありません。アドレスと通信を確認してください。',
    other: '応答はありますが、Nollieではありません。',
    back: '今のサーバーのままにする',
  },
}

/** Returns the first screen's strings in the device's language, or in English. */
export function textsFor(languages: readonly string[]): { language: string; texts: typeof EN } {
  const known = languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => TEXTS[one])
  const [language = '', texts = EN] =
    Object.entries(TEXTS).find(([one]) => one === known) ?? Object.entries(TEXTS)[0] ?? []
  return { language, texts }
}
