/// The names of the requests that the server understands, as in the OpenAPI document.
enum Operation: String, Hashable, Sendable, CaseIterable {
    case health, listSpaces, createSpace, getSpace, updateSpace, deleteSpace, getLaserGuide
    case listReferenceSets, createReferenceSet, listWorkSessions, createWorkSession, getWorkSession
    case updateWorkSession, deleteWorkSession, listSessionMarkers, calculateSessionDetails
    case exportWorkSession, listMarkers, createMarker, createMarkers, getMarker, updateMarker
    case deleteMarker, getMarkerDetails, putMarkerDetails, deleteMarkerDetails, calculateMarkerDetails
    case listAnchors, upsertAnchor, getAnchor, updateAnchor, deleteAnchor, listPresence, beatPresence
    case endPresence, acquireLock, extendLock, releaseLock, getLock, acquireOldLock, extendOldLock
    case releaseOldLock, getOldLock, listEvents, importWorkSession, putLaserGuide, listFaults, listRequests
    case issueToken, refreshToken, validateCache
    // Of WebSockets.
    case followEvents, echoMessages, joinRoom
    // Of the phone.
    case phoneHealth, phoneStatus, detect, capture, updatePhoneSettings, getCameraFrame, listTrueObjects
}
