import { Email } from "@/lib/kernel/contract";
import { UserId } from "@/lib/people/shared/identity";
import { parsePhone } from "@/lib/people/shared/phone";
import type { Target } from "./contract";

/** What the headers of exports and of people's own lists are called, in four languages; the first names are the surest. */
const names = {
  userId: [
    ...["userid", "externalid", "externaluserid", "externalcustomerid", "identifier", "customerid", "clientid", "contactid", "recordid"],
    ...["customernumber", "customerno", "memberid", "accountid", "uid"],
    ...["benutzerid", "nutzerid", "kundenid", "kundennummer", "kundennr", "kundenkennung", "externeid"],
    ...["idusuario", "idcliente", "iddeusuario", "iddecliente", "iddelcliente", "numerodecliente", "codigodecliente", "idexterno"],
    ...["idutilizador", "iddousuario", "iddoutilizador", "iddocliente", "codigodocliente", "numerodocliente"],
    ...["usuario", "utilizador", "id", "kennung"],
  ],
  name: [
    ...["name", "fullname", "displayname", "contactname", "customername", "username"],
    ...["vollstandigername", "vornameundnachname", "kundenname", "anzeigename"],
    ...["nombre", "nombrecompleto", "nombreyapellidos", "nombreyapellido", "nome", "nomecompleto"],
  ],
  email: [
    ...["email", "emailaddress", "mail", "emails", "primaryemail", "workemail"],
    ...["emailadresse", "mailadresse", "correo", "correoelectronico", "direcciondecorreo", "direcciondecorreoelectronico"],
    ...["enderecodeemail", "emaildocliente", "correioeletronico", "correioelectronico"],
  ],
  phone: [
    ...["phone", "phonenumber", "mobilephone", "mobilephonenumber", "mobile", "mobilenumber", "cellphone", "cell", "telephone", "tel"],
    ...[
      "whatsapp",
      "whatsappnumber",
      "telefon",
      "telefonnummer",
      "handy",
      "handynummer",
      "mobil",
      "mobiltelefon",
      "mobilnummer",
      "rufnummer",
    ],
    ...["telefono", "numerodetelefono", "movil", "telefonomovil", "celular", "telefonocelular", "telefone", "numerodetelefone"],
    ...["telemovel", "numerodetelemovel"],
  ],
} as const;
type Field = keyof typeof names;

/** The two halves of a name, which are joined. */
const firstNames = new Set(["firstname", "givenname", "vorname", "primernombre", "nombredepila", "primeironome", "nomeproprio"]);
const lastNames = new Set([
  "lastname",
  "surname",
  "familyname",
  "nachname",
  "familienname",
  "apellido",
  "apellidos",
  "sobrenome",
  "apelido",
]);

/** "E-Mail-Adresse" and "e_mail adresse" are one name. */
const plainName = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

type Column = { header: string; values: readonly string[] };

/** The share of the values of which the guess must be true. */
const sure = 0.8;
const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;

const looksLike: Record<"email" | "phone" | "userId", (column: Column) => boolean> = {
  email: ({ values }) => share(values, (value) => Email.safeParse(value).success) >= sure,
  // Numbers of orders are digits, too.
  phone: ({ values }) => share(values, (value) => /^(\+|00)/.test(value) && parsePhone(value.replace(/^00/, "+")).ok) >= sure,
  userId: ({ header, values }) =>
    /(^|[^\p{L}])id$|[a-z]I[dD]$/u.test(header.trim().replace(/^ID$/, "id")) &&
    values.length > 0 &&
    new Set(values).size === values.length &&
    values.every((value) => UserId.safeParse(value).success),
};

/**
 * What the columns of a file mean, by their headers, and else by up to 50 values of each that are not empty. Null: nothing is known, so the
 * column is ignored unless somebody names it.
 */
export function guess(columns: readonly Column[]): (Target | null)[] {
  const targets: (Target | null)[] = columns.map(() => null);
  const plain = columns.map(({ header }) => plainName(header));
  const set = (index: number, kind: Field) => {
    targets[index] = { kind };
  };
  const free = (index: number) => targets[index] === null;
  for (const field of Object.keys(names) as Field[]) {
    const index = best(names[field], plain, columns, free);
    if (index !== undefined) set(index, field);
  }
  if (!targets.some((target) => target?.kind === "name"))
    for (const halves of [firstNames, lastNames]) {
      const index = plain.findIndex((name, at) => halves.has(name) && free(at));
      if (index >= 0) set(index, "name");
    }
  for (const field of ["email", "phone", "userId"] as const) {
    if (targets.some((target) => target?.kind === field)) continue;
    const index = columns.findIndex((column, at) => free(at) && looksLike[field](column));
    if (index >= 0) set(index, field);
  }
  return targets;
}

/** The column with the surest of the names; one whose values are empty only if there is no other. */
function best(wanted: readonly string[], plain: readonly string[], columns: readonly Column[], free: (index: number) => boolean) {
  const found = plain
    .map((name, index) => ({ index, rank: wanted.indexOf(name), isEmpty: columns[index]?.values.length === 0 }))
    .filter(({ index, rank }) => rank >= 0 && free(index));
  found.sort((a, b) => Number(a.isEmpty) - Number(b.isEmpty) || a.rank - b.rank);
  return found[0]?.index;
}
