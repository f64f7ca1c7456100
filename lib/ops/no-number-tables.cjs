/** In browsers every number is one that the tables of `libphonenumber-js` do not know: the server reads it. */
module.exports = { __esModule: true, default: () => undefined };
