/** The words that decide about a level (contract §3), in the languages of the screens. They stand in the reference and in the event inspector. */

const forms = (stem: string, endings: string) => endings.split(" ").map((ending) => (ending === "-" ? stem : stem + ending));
/** An adjective or participle: in German with its five endings, in Spanish and Portuguese in both genders and numbers. */
const german = (...stems: string[]) => stems.flatMap((stem) => forms(stem, "- e en em er es"));
const romance = (...stems: string[]) => stems.flatMap((stem) => forms(stem, "o a os as"));
const split = (words: string) => words.split(" ");

export const problemWords = {
  en: [
    ...forms("fail", "- s ed ing ings ure ures"),
    ...forms("declin", "e es ed ing ings ation ations"),
    ...forms("reject", "- s ed ing ings ion ions"),
    ...split("refused denied error errors errored bounced blocked overdue disputed dispute disputes chargeback chargebacks fraud unpaid"),
  ],
  de: [
    ...german(
      "fehlgeschlagen",
      "gescheitert",
      "misslungen",
      "abgelehnt",
      "abgewiesen",
      "zurückgewiesen",
      "verweigert",
      "gesperrt",
      "blockiert",
    ),
    ...german("überfällig", "unbezahlt", "angefochten", "beanstandet", "geplatzt", "unzustellbar", "betrügerisch"),
    ...split(
      "fehl fehlschlag fehlschläge fehlschlägt fehlschlagen scheitert scheitern scheiterte ablehnung ablehnungen zurückweisung verweigerung",
    ),
    ...split("fehler fehlern fehlers sperrung rückbuchung rückbuchungen rücklastschrift rücklastschriften anfechtung beanstandung betrug"),
  ],
  es: [
    ...romance(
      "fallid",
      "fallad",
      "fracasad",
      "rechazad",
      "declinad",
      "denegad",
      "negad",
      "rebotad",
      "bloquead",
      "vencid",
      "atrasad",
      "disputad",
    ),
    ...romance("impagad", "fraudulent"),
    ...split("falla fallas fallan fallando fallar falló fallo fallos fallaron fracasa fracasó fracasaron fracaso fracasos"),
    ...split(
      "rechazo rechazos rechaza rechazan rechazó rechazaron declinó denegó denegaron denegación denegaciones errores rebote rebotes rebotó",
    ),
    ...split("bloqueo bloqueos bloqueó impago impagos impaga impagas disputa disputas contracargo contracargos fraude fraudes"),
  ],
  pt: [
    ...romance("falhad", "fracassad", "recusad", "rejeitad", "declinad", "reprovad", "negad", "bloquead", "vencid", "atrasad", "disputad"),
    ...romance("contestad", "fraudulent"),
    ...split("falha falhas falham falhando falhar falhou falharam fracassou fracasso recusa recusas recusou recusaram rejeita rejeitou"),
    ...split("rejeição rejeições declinou negou negaram negação erro erros bloqueio bloqueios bloqueou inadimplente inadimplentes"),
    ...split("disputa disputas contestação contestações fraude fraudes malsucedido malsucedida"),
  ],
} as const;
export type Language = keyof typeof problemWords;

/** Before a problem word, with at most one word between. */
export const noneWords = split(
  "no none without zero kein keine keinen keinem keiner keines ohne sin ningún ninguno ninguna cero sem nenhum nenhuma",
);
/** Before a problem word, with nothing but small words between; and every "-n't". */
export const notWords = split("not never cannot nicht nie niemals nunca jamás não jamais");
export const smallWords = split(
  "a an any the be been have had yet ever really mehr ein eine einen wirklich ha han sido fue fueron está es foi foram sido é está houve hubo",
);

/** At the end of its clause, behind the problem word. */
export const solutionWords = {
  en: split("resolved recovered reinstated cleared won fixed unblocked succeeded reversed closed passed paid"),
  de: german("behoben", "gelöst", "bezahlt", "beglichen", "gewonnen", "entsperrt"),
  es: romance("resuelt", "solucionad", "corregid", "recuperad", "pagad", "revertid", "desbloquead"),
  pt: romance("resolvid", "corrigid", "recuperad", "quitad", "revertid", "desbloquead"),
} as const;
/** Between the two they say that something else is solved, or that nothing is yet. */
export const otherwiseWords = split(
  [
    "and or but for by to of with at on in after as because before cannot could due from half if may might must nearly partially partly should since than",
    "unless until when while will would und oder aber für von mit bei zu in im am an auf nach wegen wenn bis wird y e o u pero por para de del con en",
    "a al tras si hasta ou mas com em no na do da dos das após se até",
  ].join(" "),
);
/** What may stand behind a word of solution. */
export const adverbsOfTime = split(
  "today yesterday tonight now again already finally recently just later meanwhile eventually immediately heute gestern jetzt wieder hoy ayer ahora hoje ontem agora",
);
/** Alone in the clause behind a problem word: "failed: false". */
export const answersNo = split("none false no null nil zero nein keine keiner falsch falso ninguno ninguna nenhum nenhuma não");
