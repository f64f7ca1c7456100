/** The words of a header in small letters, without accents: "E-Mail-Adresse", "emailAddress" and "customer[email]" have some each. */
function wordsOf(header: string): string[] {
  const words = header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  // Salesforce ends the names of fields that were added so.
  return /__c$/i.test(header.trim()) ? words.slice(0, -1) : words;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

/** Words for the person whom a field is of: "Person - Email", "customer[first_name]", "First Name (Billing)". */
const owners = set(`person contact contacts customer customers client clients user users lead member profile subscriber recipient billing
  kunde kunden kontakt benutzer cliente usuario contacto contato utilizador destinatario`);

/** The header as one word, and without whom it is of. */
const formsOf = (words: readonly string[]): string[] => {
  const bare = words.filter((word) => !owners.has(word) && word !== "metadata");
  return [...new Set([words.join(""), bare.join("")])].filter((form) => form !== "");
};

/** Things other than people that have ids, numbers and addresses in lists of people. */
const others =
  set(`company companies organization organisation org account order orders product parent owner agent manager assignee group team
  campaign list deal ticket subscription plan card invoice payment charge transaction session device ip tax vat twitter facebook linkedin
  instagram telegram google apple analytics analytica utm gclid click job event location store shop site website brand currency locale
  referrer coupon discount item shipping price source default
  firma firmen unternehmen organisation bestellung auftrag rechnung steuer ust konto eltern gruppe betreuer
  empresa organizacion pedido factura impuesto nif cif grupo cuenta organizacao fatura imposto cpf cnpj conta`);

/** What a header says besides the field itself, when its column has something else. */
const asides =
  set(`type label status opt optin optout accepts accept accepted consent marketing verified valid confirmed subscribed unsubscribed
  bounced domain count hash newsletter sent opened clicked fax telefax pager country countrycode extension prefix provider carrier shared model
  version app os platform date time created updated at last
  typ art bestatigt erlaubt einwilligung landesvorwahl vorwahl durchwahl tipo estado pais consentimiento verificado ramal`);
const hasAside = (words: readonly string[]) => words.some((word) => asides.has(word));

const external =
  set(`external externally ext extern externe externer externes externo externa unique eindeutig eindeutige eindeutiger unico unica
  foreign fremd`);
const idWords = set(`id ids uid uuid guid identifier key ref reference number no nr num code nummer kennung schlussel referenz
  numero codigo clave referencia chave identificador userid customerid contactid`);
const isIdWord = (word: string) => idWords.has(word) || /(?:nummer|kennung|schlussel|nr)$/.test(word);
const externalName =
  /^(?:ext|external|extern|externe)(?:user|customer|contact|client)?(?:id|ref|reference|key|identifier|number|kennung|nummer|schlussel)$/;

const userIds = set(`userid uid identifier distinctid useridentifier useruuid useruid appuserid localid benutzerid nutzerid benutzerkennung
  idusuario iddeusuario iddelusuario usuarioid idutilizador iddousuario iddoutilizador utilizadorid sub`);
const customerIds =
  set(`customerid customernumber customerno customercode customerref customerkey clientid clientnumber memberid membernumber
  membershipnumber kundenid kundennummer kundennr kdnr kdnummer kundenkennung mitgliedsnummer idcliente iddecliente iddelcliente clienteid
  numerodecliente numerocliente codigodecliente codigocliente iddocliente codigodocliente numerodocliente numerodesocio`);
const ownIds =
  set(`contactid personid recordid subscriberid leadid profileid contactoid contatoid kontaktid idcontacto idcontato accountid id
  usuario utilizador kennung entityid`);

/** How sure a header says "our own id of this customer"; the lowest first. */
export function userIdRank(header: string): number | undefined {
  if (header.trim() === "userId") return 0;
  const words = wordsOf(header);
  const [plain = ""] = formsOf(words);
  const isOfOther = words.some((word) => others.has(word));
  const isExternal = externalName.test(plain) || (words.some((word) => external.has(word)) && words.some(isIdWord));
  if (isExternal) return isOfOther ? undefined : 1;
  const without = words.filter((word) => word !== "metadata");
  const form = without.join("");
  // Stripe's metadata is what the company itself has written there.
  if (without.length < words.length) return !isOfOther && without.some(isIdWord) ? 2 : undefined;
  if (userIds.has(form)) return 3;
  if (customerIds.has(form)) return 4;
  return ownIds.has(form) ? 5 : undefined;
}

/** Whether a header that nothing else is known of may be an id of the person. */
export const endsInId = (header: string): boolean =>
  /(?:^|[^\p{L}])id$|[a-z]I[dD]$/u.test(header.trim().replace(/^ID$/, "id")) && !wordsOf(header).some((word) => others.has(word));

const emails = set(`email emailaddress mail mailaddress emails emailaddresses emailadresse mailadresse correo correoelectronico
  direcciondecorreo direcciondecorreoelectronico direccioncorreo emaildocliente enderecodeemail enderecodecorreioeletronico correioeletronico
  correioelectronico enderecoeletronico emailvalue email1value email1address emailadresse1 email1`);
const emailWords = set("email emails mail emailaddress emailadresse mailadresse correo correio");
const primary = set("primary main preferred primare haupt principal work business personal");
const secondary = set("secondary second alternate alternative other 2 3 4 zweite weitere segundo secundario otro outro");

export function emailRank(header: string): number | undefined {
  const words = wordsOf(header);
  if (words.some((word) => others.has(word)) || hasAside(words)) return undefined;
  const [plain = "", bare = ""] = formsOf(words);
  if (emails.has(plain)) return 0;
  if (emails.has(bare)) return 1;
  const isEmail = words.some((word) => emailWords.has(word));
  if (!isEmail) return undefined;
  if (words.some((word) => secondary.has(word))) return 9;
  return words.some((word) => primary.has(word)) ? 2 : 3;
}

const mobiles =
  set(`mobile mobiles mobilephone mobilenumber mobileno cell cellphone cellular handy handynummer mobil mobiltelefon mobilnummer mobilfunk
  mobilfunknummer movil telefonomovil celular telefonocelular telemovel numerodetelemovel telemoveis sms smsnumber`);
const phones =
  set(`phone phones phonenumber phonenumbers telephone telephonenumber tel telno fon telefon telefonnummer telefone rufnummer telefono
  telefonos telefones numerodetelefono numerodetelefone numerodetelephone phonevalue phone1value telefonnummer1 telefon1 phone1`);
const phoneWords = set("phone phones phonenumber telephone tel telefon telefonnummer rufnummer telefono telefone");
const atWork = set("work business office buero geschaftlich dienstlich arbeit trabajo oficina trabalho comercial escritorio");
const atHome = set("home private privat privado particular casa residencial residence");

/** WhatsApp and mobile phones come before landlines: a chat comes from those. */
export function phoneRank(header: string): number | undefined {
  const words = wordsOf(header);
  const [plain = "", bare = ""] = formsOf(words);
  if (hasAside(words)) return undefined;
  if (words.includes("whatsapp") || plain.startsWith("whatsapp")) return 0;
  const isOfOther = words.some((word) => others.has(word));
  if (!isOfOther && (mobiles.has(plain) || mobiles.has(bare) || words.some((word) => mobiles.has(word)))) return 1;
  if (phones.has(plain)) return 2;
  if (phones.has(bare)) return 3;
  if (!words.some((word) => phoneWords.has(word))) return undefined;
  if (isOfOther) return 8;
  if (words.some((word) => secondary.has(word))) return 7;
  if (words.some((word) => atHome.has(word))) return 6;
  return words.some((word) => atWork.has(word)) ? 5 : 4;
}

const parts = {
  first:
    set(`firstname first fname givenname given forename vorname vornamen rufname primernombre nombredepila nombres primeironome nomeproprio
    prenom voornaam`),
  middle: set(
    `middlename middle additionalname secondname weiterevornamen zweitername zweitervorname segundonombre segundonome nomedomeio`,
  ),
  last: set(`lastname last lname surname familyname nachname familienname zuname apellido apellidos primerapellido apellidopaterno sobrenome
    apelido apelidos ultimonome nomedefamilia nomdefamille achternaam`),
  secondLast: set("secondlastname segundoapellido apellidomaterno"),
} as const;
/** Which part of a name a header is; `plain` may be the whole, or the half that is missing. */
export type NamePart = keyof typeof parts | "whole" | "plain" | "shown";

const whole =
  set(`fullname completename vollstandigername vollername vornameundnachname vornamenachname vorundnachname nombrecompleto nombreyapellidos
  nombreyapellido nomecompleto nomeesobrenome nomeeapelido`);
const plainNames = set("name nombre nome nom contactname customername clientname kundenname nombredelcliente nomedocliente");
const shownNames = set("displayname anzeigename preferredname nickname username benutzername nombredeusuario nomedeusuario");

export function namePart(header: string): NamePart | undefined {
  for (const form of formsOf(wordsOf(header))) {
    for (const part of Object.keys(parts) as (keyof typeof parts)[]) if (parts[part].has(form)) return part;
    if (whole.has(form)) return "whole";
    if (plainNames.has(form)) return "plain";
    if (shownNames.has(form)) return "shown";
  }
  return undefined;
}
