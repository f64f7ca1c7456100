module.exports = { env: {} };
